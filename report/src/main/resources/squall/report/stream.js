/**
 * Listens to what the server tells, while the page is seen: a browser opens six connections to a server for all its pages together, and pages
 * behind others would use them up. Seen again, a page is told everything that is new.
 */
function listen(address, told) {
  let source = null;
  const stop = () => {
    source?.close();
    source = null;
  };
  const follow = () => {
    if (document.hidden) {
      stop();
    } else if (!source) {
      source = new EventSource(address);
      for (const [name, tell] of Object.entries(told)) source.addEventListener(name, tell);
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    stop();
  };
}

/** Renews a page, one time after the other; what changes meanwhile brings one more. */
function renewal(renew) {
  let busy = false;
  let again = false;
  return async () => {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again) {
        again = false;
        await renew();
      }
    } finally {
      busy = false;
    }
  };
}

/** The text of an address; null if the server refuses it or does not answer. */
async function textOf(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch (failure) {
    if (failure instanceof TypeError) return null; // there is no connection
    throw failure;
  }
}
