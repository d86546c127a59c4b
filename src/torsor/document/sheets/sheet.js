"use strict";
// Sheets of a page: rows sorted by any column, filtered by words and comparisons, turned over in
// leaves, saved as CSV. Whatever comes from the data enters the page as text, never as markup.
(() => {
  const LEAF = 50;
  const COMPARED = /^([^<>=!]+?)(<=|>=|!=|<|>|=)(.*)$/u;

  function make(tag, text, entries = {}) {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    for (const [name, value] of Object.entries(entries)) element.setAttribute(name, value);
    return element;
  }

  function print(cell) {
    if (cell === null) return "";
    if (typeof cell !== "number" || Number.isInteger(cell)) return String(cell).replace(/^-(?=\d)/u, "−");
    const short = Number(cell.toPrecision(5));
    const tiny = short !== 0 && Math.abs(short) < 1e-4;
    return (tiny ? short.toExponential() : String(short)).replaceAll("-", "−");
  }

  const plain = (name) => name.toLowerCase().replaceAll(/\s+/gu, "_");

  // Words and comparisons, as "energy<30 a1>=0.25 scara": every one must hold.
  function read(text, columns) {
    const tests = [];
    for (const word of text.replaceAll(/\s*(<=|>=|!=|<|>|=)\s*/gu, "$1").split(/\s+/u)) {
      if (!word) continue;
      const found = COMPARED.exec(word);
      if (!found) {
        const sought = word.toLowerCase();
        tests.push((row) => row.some((cell, k) =>
          cell !== null && !columns[k].picture && print(cell).toLowerCase().includes(sought)));
        continue;
      }
      const [, name, sign, right] = found;
      const k = columns.findIndex((column) => plain(column.name) === plain(name));
      if (k < 0) throw new Error(`no column is called ${name}`);
      if (!right) throw new Error(`${name} ${sign} what?`);
      tests.push(comparison(columns[k], k, sign, right));
    }
    return (row) => tests.every((test) => test(row));
  }

  function comparison(column, k, sign, right) {
    const number = Number(right.replace("−", "-"));
    if (column.numeric && !Number.isFinite(number)) throw new Error(`${column.name}: ${right} is no number`);
    const sought = column.numeric ? number : right.toLowerCase();
    return (row) => {
      if (row[k] === null) return false;
      const cell = column.numeric ? row[k] : String(row[k]).toLowerCase();
      if (sign === "<") return cell < sought;
      if (sign === ">") return cell > sought;
      if (sign === "<=") return cell <= sought;
      if (sign === ">=") return cell >= sought;
      return sign === "=" ? cell === sought : cell !== sought;
    };
  }

  // Blanks come last, whichever way.
  function compare(a, b, way) {
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
    if (typeof a === "number" && typeof b === "number") return way * (a - b);
    return way * String(a).localeCompare(String(b), undefined, { numeric: true });
  }

  function csv(columns, rows) {
    const quote = (cell) => {
      const text = cell === null ? "" : String(cell);
      return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const head = columns.map((column) => column.name);
    const kept = (row) => row.filter((cell, k) => !columns[k].picture).map(quote).join(",");
    return [head, ...rows].map(kept).join("\r\n") + "\r\n";
  }

  function open(place) {
    const { columns, rows, file } = JSON.parse(place.querySelector("script").textContent);
    const shown = columns.map((column) => column.shown);
    const picked = new Map();
    const state = { by: -1, way: 1, leaf: 0, kept: rows };

    const search = make("input", "", {
      type: "search", "aria-label": "Filter", spellcheck: "false", autocomplete: "off",
      placeholder: example(columns, rows),
    });
    const tools = make("div", "", { class: "tools" });
    tools.append(search, ...choosers(), columnList(), saver());
    const said = make("p", "", { class: "said", role: "status" });
    const wide = make("div", "", { class: "wide", tabindex: "0", role: "region", "aria-label": "Rows" });
    const table = make("table", "", { class: "listing" });
    const head = make("thead");
    const body = make("tbody");
    const caption = place.querySelector("caption");
    if (caption) table.append(caption);
    table.append(head, body);
    wide.append(table);
    const turn = make("div", "", { class: "tools turn" });
    const where = make("span");
    const back = make("button", "Previous", { type: "button" });
    const on = make("button", "Next", { type: "button" });
    turn.append(where, back, on);

    function choosers() {
      return columns.flatMap((column, k) => {
        if (!column.choice || column.picture) return [];
        const several = [...new Set(rows.map((row) => row[k]).filter((cell) => cell !== null))];
        if (several.length < 2) return [];
        const select = make("select", "", { "aria-label": column.name });
        select.append(make("option", `${column.name}: all`, { value: "" }));
        several.sort((a, b) => compare(a, b, 1)).forEach((cell, place) => {
          select.append(make("option", print(cell), { value: String(place + 1) }));
        });
        select.addEventListener("change", () => {
          if (select.value) picked.set(k, several[Number(select.value) - 1]);
          else picked.delete(k);
          choose();
        });
        return [select];
      });
    }

    function columnList() {
      const details = make("details");
      const list = make("div");
      columns.forEach((column, k) => {
        const label = make("label");
        const box = make("input", "", { type: "checkbox" });
        box.checked = shown[k];
        box.addEventListener("change", () => {
          shown[k] = box.checked;
          writeHead();
          writeBody();
        });
        label.append(box, ` ${column.name}`);
        list.append(label);
      });
      details.append(make("summary", "Columns"), list);
      details.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !details.open) return;
        details.open = false;
        details.querySelector("summary").focus();
      });
      document.addEventListener("click", (event) => {
        if (!details.contains(event.target)) details.open = false;
      });
      return details;
    }

    function saver() {
      const button = make("button", "Save as CSV", { type: "button" });
      button.addEventListener("click", () => {
        const address = URL.createObjectURL(new Blob([csv(columns, state.kept)], { type: "text/csv" }));
        make("a", "", { href: address, download: file }).click();
        setTimeout(() => URL.revokeObjectURL(address), 10_000);
      });
      return button;
    }

    function writeHead() {
      const row = make("tr");
      columns.forEach((column, k) => {
        if (!shown[k]) return;
        const cell = make("th", "", { scope: "col", "data-column": String(k) });
        if (column.numeric) cell.className = "numeric";
        if (column.picture) {
          row.append(cell);
          return;
        }
        const button = make("button", "", { type: "button" });
        button.append(make("b", column.name));
        if (column.meaning) button.title = column.meaning;
        if (column.unit) button.append(make("span", column.unit));
        button.addEventListener("click", () => {
          state.way = state.by === k ? -state.way : 1;
          state.by = k;
          choose();
        });
        cell.append(button);
        row.append(cell);
      });
      head.replaceChildren(row);
      markSorted();
    }

    function markSorted() {
      for (const cell of head.querySelectorAll("th")) {
        const sorted = Number(cell.dataset.column) === state.by;
        if (sorted) cell.setAttribute("aria-sort", state.way > 0 ? "ascending" : "descending");
        else cell.removeAttribute("aria-sort");
      }
    }

    function writeBody() {
      const first = state.leaf * LEAF;
      const leaf = state.kept.slice(first, first + LEAF).map((cells) => {
        const row = make("tr");
        columns.forEach((column, k) => {
          if (!shown[k]) return;
          const cell = make("td", column.picture ? "" : print(cells[k]));
          if (column.picture && cells[k]) {
            const address = `data:image/svg+xml,${encodeURIComponent(cells[k])}`;
            cell.append(make("img", "", { src: address, alt: column.name, loading: "lazy" }));
          }
          if (column.numeric) cell.className = "numeric";
          row.append(cell);
        });
        return row;
      });
      body.replaceChildren(...leaf);
      const count = state.kept.length;
      where.textContent = count ? `${first + 1} to ${first + leaf.length} of ${count}` : "";
      back.disabled = state.leaf === 0;
      on.disabled = first + LEAF >= count;
      turn.hidden = rows.length <= LEAF;
    }

    function choose() {
      let holds;
      try {
        holds = read(search.value, columns);
        search.removeAttribute("aria-invalid");
      } catch (error) {
        search.setAttribute("aria-invalid", "true");
        said.textContent = `${error.message}.`;
        return;
      }
      state.kept = rows.filter((row) => [...picked].every(([k, cell]) => row[k] === cell) && holds(row));
      if (state.by >= 0) state.kept.sort((a, b) => compare(a[state.by], b[state.by], state.way));
      state.leaf = 0;
      said.textContent =
        state.kept.length === rows.length ? `${rows.length} rows` : `${state.kept.length} of ${rows.length} rows`;
      markSorted();
      writeBody();
    }

    search.addEventListener("input", choose);
    back.addEventListener("click", () => { state.leaf -= 1; writeBody(); });
    on.addEventListener("click", () => { state.leaf += 1; writeBody(); });
    writeHead();
    choose();
    place.querySelector(".wide").replaceWith(tools, said, wide, turn);
  }

  // What may be typed, from what is there: "a1 > 0.3".
  function example(columns, rows) {
    const k = columns.findIndex((column, k) => k > 0 && column.numeric && rows.some((row) => row[k] !== null));
    if (k < 0) return "Filter: words";
    const known = rows.map((row) => row[k]).filter((cell) => cell !== null).sort((a, b) => a - b);
    const middle = Number(known[known.length >> 1].toPrecision(2));
    return `Filter: words, or ${plain(columns[k].name)} > ${middle}`;
  }

  document.querySelectorAll(".sheet").forEach(open);
})();
