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
