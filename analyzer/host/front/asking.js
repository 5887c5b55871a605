// Questions to the host and their answers. An answer belongs to the state that it was asked of: one that is older than
// what is drawn by then is asked again, one of a state that is yet to come waits for it.

// change(): the number of the state that is drawn.
export function questions(model, change) {
  const waits = new Map(); // by number of the question what was asked, and what is done with the answer
  let number = 0, early = [];

  function ask(message, then) {
    number += 1;
    waits.set(number, { message, then });
    model.send({ ...message, number });
  }

  // Takes an answer that is waited for; whether it was one.
  function take(answer) {
    const wait = waits.get(answer.number);
    if (!wait) return false;
    waits.delete(answer.number);
    if (answer.kind === "refused") return false;
    deliver(wait, answer);
    return true;
  }

  function deliver(wait, answer) {
    if (answer.change < change()) ask(wait.message, wait.then);
    else if (answer.change > change()) early.push([wait, answer]);
    else wait.then(answer);
  }

  // Another state is drawn now.
  function moveOn() {
    const waiting = early;
    early = [];
    for (const [wait, answer] of waiting) deliver(wait, answer);
  }

  function forget() {
    waits.clear();
    early = [];
  }

  return { ask, take, moveOn, forget };
}
