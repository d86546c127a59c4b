// The search runs in a worker, which browsers refuse to pages that are opened as files. There a hidden
// frame takes its place: it loads the same script, and messages go to it and come from it.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      this.frame = frame;
      inside.postMessage = (data) => {
        const message = new MessageEvent("message", { data });
        this.dispatchEvent(message);
        this.onmessage?.(message);
      };
      inside.importScripts = (...urls) =>
        urls.reduce((before, each) => before.then(() => loadScript(inside, each)), Promise.resolve());
      this.ready = loadScript(inside, url);
    }
    postMessage(data) {
      this.ready.then(() => {
        const copy = structuredClone(data);
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data: copy }));
      });
    }
    terminate() {
      this.frame.remove();
    }
  };
  function loadScript(inside, url) {
    return new Promise((loaded, failed) => {
      const script = inside.document.createElement("script");
      script.onload = loaded;
      script.onerror = failed;
      script.src = new URL(url, document.baseURI);
      inside.document.body.append(script);
    });
  }
}
