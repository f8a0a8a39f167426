/** Keeps the list of runs as it is in the folder, without taking away what a reader has chosen or where the focus is. */
const boxes = () => [...document.querySelectorAll("#choice input[type=checkbox]")];
const key = (box) => `${box.name} ${box.value}`;
const runsOf = (box) => box.value.split("/");

/** The runs of either side, in whatever search or page of the list they were chosen; they are kept until the tab is closed. */
const kept = document.title;
const chosen = { a: new Set(), b: new Set() };
for (const [side, run] of JSON.parse(sessionStorage.getItem(kept) ?? "[]")) chosen[side].add(run);

function keepChosen() {
  sessionStorage.setItem(kept, JSON.stringify(["a", "b"].flatMap((side) => [...chosen[side]].map((run) => [side, run]))));
  tellChosen();
}

/** Says how many runs are on either side, and how many of them are not in sight. */
function tellChosen() {
  const place = document.getElementById("chosen");
  if (!place) return;
  const seen = (side) => new Set(boxes().filter((box) => box.name === side).flatMap(runsOf));
  const unseen = ["a", "b"].flatMap((side) => [...chosen[side]].filter((run) => !seen(side).has(run))).length;
  place.textContent = `${chosen.a.size} in A, ${chosen.b.size} in B${unseen > 0 ? `, ${unseen} of them not listed here` : ""}`;
  document.getElementById("clear").hidden = chosen.a.size + chosen.b.size === 0;
}

/** Checks the boxes of what was chosen before, and lets the form send all of it. */
function takeForm() {
  const form = document.getElementById("choice");
  if (!form) return;
  boxes().forEach((box) => (box.checked = runsOf(box).every((run) => chosen[box.name].has(run))));
  const clear = document.createElement("button");
  clear.type = "button";
  clear.id = "clear";
  clear.textContent = "Clear choice";
  clear.addEventListener("click", () => {
    Object.values(chosen).forEach((side) => side.clear());
    boxes().forEach((box) => (box.checked = false));
    keepChosen();
  });
  document.getElementById("chosen").after(clear);
  form.addEventListener("formdata", ({ formData }) => {
    for (const side of ["a", "b"]) {
      formData.delete(side);
      chosen[side].forEach((run) => formData.append(side, run));
    }
  });
  tellChosen();
}

/** Fetches the page again and takes its rows. */
async function renew() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("runs");
  const focus = document.activeElement;
  const place = focus?.closest("#runs") ? (focus.name && focus.value ? key(focus) : (focus.getAttribute("href") ?? focus.tagName)) : null;
  const metric = document.querySelector("#choice input[name=metric]")?.value ?? "";
  document.getElementById("runs").replaceWith(document.adoptNode(fresh));
  takeForm();
  const field = document.querySelector("#choice input[name=metric]");
  if (field) field.value = metric;
  if (place) {
    [...document.querySelectorAll("#runs input, #runs a, #runs button")]
      .find((e) => (e.name && e.value ? key(e) : (e.getAttribute("href") ?? e.tagName)) === place)
      ?.focus();
  }
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
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    lost();
  } finally {
    busy = false;
  }
}

function lost() {
  version = null; // another server counts from the start again
  document.getElementById("lost").textContent = "The server does not answer. This is the list as it was last.";
}

document.addEventListener("change", ({ target }) => {
  if (!boxes().includes(target)) return;
  runsOf(target).forEach((run) => (target.checked ? chosen[target.name].add(run) : chosen[target.name].delete(run)));
  keepChosen();
});
takeForm();
let version = null;
listen("/changes", {
  list: (event) => {
    if (version !== event.data) follow(); // also at first: the page may be older than the stream
    version = event.data;
    document.documentElement.dataset.ready = event.data;
  },
  error: lost,
  open: () => (document.getElementById("lost").textContent = ""),
});
