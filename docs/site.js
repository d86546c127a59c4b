// A table or a listing that is wider than the page scrolls in its own box: here it says so, and can be
// reached by the keyboard.
document.addEventListener("DOMContentLoaded", () => {
  const watch = new ResizeObserver((seen) => seen.forEach((entry) => judge(entry.target.closest(".md-typeset__scrollwrap"))));
  const judge = (box) => {
    const wide = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("wide", wide);
    box.classList.toggle("more", wide && box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
    if (wide) box.tabIndex = 0;
  };
  const begin = () => {
    document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => {
      if (box.dataset.watched) return;
      box.dataset.watched = "yes";
      const hint = document.createElement("div");
      hint.className = "sideways";
      hint.textContent = "more columns: scroll sideways →";
      box.after(hint);
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", "Table");
      box.addEventListener("scroll", () => judge(box), { passive: true });
      watch.observe(box);
      watch.observe(box.querySelector("table"));
    });
  };
  begin();
  new MutationObserver(begin).observe(document.querySelector(".md-content"), { childList: true, subtree: true });
});
