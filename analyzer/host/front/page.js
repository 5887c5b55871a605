// The host of the designer in a browser: a model, as notebooks have it, whose messages go through one socket.
import designer from "./designer.js";

const FIRST_PAUSE = 200, LONGEST_PAUSE = 3000, LOCKED = 4403;
const heard = new Set();
const tell = (message) => heard.forEach((call) => call(message));

let socket = null, pause = FIRST_PAUSE, next = 0, welcome = false;
let link = ""; // a drawing from the address that was not brought yet

// What stands behind the # of the address, when the page is loaded and whenever another address is typed over it.
function readAddress() {
  const behind = new URLSearchParams(location.hash.slice(1));
  if (behind.has("token")) localStorage.setItem("token", behind.get("token"));
  link = behind.get("ship") ?? behind.get("position") ?? link;
  if (location.hash) history.replaceState(null, "", location.pathname);
  bringLink();
}

function bringLink() {
  if (!welcome || !link) return;
  socket.send(JSON.stringify({ kind: "open_link", held: link }));
  link = "";
}

function connect() {
  clearTimeout(next);
  const line = new WebSocket(`ws://${location.host}/live`);
  socket = line;
  line.onopen = () => line.send(JSON.stringify({ kind: "hello", token: localStorage.getItem("token") ?? "" }));
  line.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.kind === "welcome") {
      pause = FIRST_PAUSE;
      welcome = true;
      tell({ kind: "online" });
      bringLink();
    }
    tell(message);
  };
  line.onclose = (event) => {
    if (line !== socket) return;
    welcome = false;
    tell({ kind: event.code === LOCKED ? "locked" : "offline" });
    if (event.code === LOCKED) return; // until another token comes
    next = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };
}

const connectAgain = () => { if (!welcome) connect(); };
addEventListener("hashchange", () => { readAddress(); connectAgain(); });
addEventListener("storage", (event) => { if (event.key === "token") connectAgain(); }); // another tab has the new address

const model = {
  get: (name) => name === "page" || undefined,
  set: () => {},
  save_changes: () => {},
  send: (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
  on: (event, call) => event === "msg:custom" && heard.add(call),
  off: (event, call) => heard.delete(call),
};

readAddress();
designer.render({ model, el: document.getElementById("designer") });
connect();
