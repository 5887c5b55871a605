// The host of the designer in a browser: a model, as notebooks have it, whose messages go through one socket.
import designer from "./designer.js";

const FIRST_PAUSE = 200, LONGEST_PAUSE = 3000, LOCKED = 4403;
const heard = new Set();
const tell = (message) => heard.forEach((call) => call(message));
const behind = new URLSearchParams(location.hash.slice(1));
if (behind.has("token")) localStorage.setItem("token", behind.get("token"));
const held = behind.get("ship");
history.replaceState(null, "", location.pathname);

let socket = null, pause = FIRST_PAUSE, brought = false;

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.onopen = () => socket.send(JSON.stringify({ kind: "hello", token: localStorage.getItem("token") ?? "" }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.kind === "welcome") {
      pause = FIRST_PAUSE;
      tell({ kind: "online" });
      if (held && !brought) socket.send(JSON.stringify({ kind: "open_link", held }));
      brought = true;
    }
    tell(message);
  };
  socket.onclose = (event) => {
    tell({ kind: event.code === LOCKED ? "locked" : "offline" });
    if (event.code === LOCKED) return;
    setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };
}

const model = {
  get: (name) => name === "page" || undefined,
  set: () => {},
  save_changes: () => {},
  send: (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
  on: (event, call) => event === "msg:custom" && heard.add(call),
  off: (event, call) => heard.delete(call),
};

designer.render({ model, el: document.getElementById("designer") });
connect();
