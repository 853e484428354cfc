// Two reports compared: tables can be sorted, and all of them are printed.
(() => {
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  let opened = [];
  const setOpen = (isOpen) => {
    for (const details of opened) details.open = isOpen;
  };
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    setOpen(true);
  });
  addEventListener("afterprint", () => setOpen(false));
})();
