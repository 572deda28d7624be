function part(parent, name) {
  const element = document.createElement('div');
  element.className = name;
  parent.append(element);
  return element;
}

function cell(parent, record, width) {
  const element = part(parent, 'cell');
  element.style.width = width + 'px';
  part(element, 'markup');
  return element;
}
