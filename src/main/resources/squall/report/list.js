/** Keeps the list of runs as it is in the folder, without taking away what a reader has chosen or where the focus is. */
const boxes = () => [...document.querySelectorAll("#choice input[type=checkbox]")];
const key = (box) => `${box.name} ${box.value}`;

/** Says how many runs are on either side. */
function tellChosen() {
  const place = document.getElementById("chosen");
  if (!place) return;
  const count = (side) => boxes().filter((box) => box.checked && box.name === side).flatMap((box) => box.value.split("/")).length;
  place.textContent = `${count("a")} in A, ${count("b")} in B`;
}

/** Fetches the page again and takes its rows. */
async function renew() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("runs");
  const checked = new Set(boxes().filter((box) => box.checked).map(key));
  const focus = document.activeElement;
  const place = focus?.closest("#runs") ? (focus.name && focus.value ? key(focus) : (focus.getAttribute("href") ?? focus.tagName)) : null;
  const metric = document.querySelector("#choice input[name=metric]")?.value ?? "";
  document.getElementById("runs").replaceWith(document.adoptNode(fresh));
  boxes().forEach((box) => (box.checked = checked.has(key(box))));
  const field = document.querySelector("#choice input[name=metric]");
  if (field) field.value = metric;
  if (place) {
    [...document.querySelectorAll("#runs input, #runs a, #runs button")]
      .find((e) => (e.name && e.value ? key(e) : (e.getAttribute("href") ?? e.tagName)) === place)
      ?.focus();
  }
  tellChosen();
}

/** One renewal at a time; what changes meanwhile brings one more. */
let busy = false;
let again = false;
async function follow() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    do {
      again = false;
      await renew();
    } while (again);
  } finally {
    busy = false;
  }
}

document.addEventListener("change", tellChosen);
tellChosen();
let version = null;
new EventSource("/changes").addEventListener("list", (event) => {
  if (version !== event.data) follow(); // also at first: the page may be older than the stream
  version = event.data;
  document.documentElement.dataset.ready = event.data;
});
