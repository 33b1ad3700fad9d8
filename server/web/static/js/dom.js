/** The little that we need of a library: elements with attributes, listeners and children. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `on…` attributes are listeners, null ones are left out. */
export function h(name, attributes = {}, ...children) {
  return dress(document.createElement(name), attributes, children);
}

/** The same in SVG. */
export function s(name, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, name), attributes, children);
}

/** Put these children, and no others, into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child != null && child !== false));
}

function dress(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}
