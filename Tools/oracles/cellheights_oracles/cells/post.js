function part(parent, name, text) {
  const element = document.createElement('div');
  element.className = name;
  if (text !== undefined) {
    element.classList.add('clamped');
    element.textContent = text;
  }
  parent.append(element);
  return element;
}

function photoHeight({ width, height }, cellWidth) {
  const ratio = width > 0 && height > 0 ? Math.min(height / width, 1.25) : 0.5625;
  return ratio * (cellWidth - 32) + 'px';
}

function cell(parent, record, width) {
  const element = part(parent, 'cell');
  element.style.width = width + 'px';
  if (record.language) element.lang = record.language;
  const head = part(element, 'head');
  part(head, 'avatar');
  const names = part(head, 'names');
  part(names, 'title', record.title);
  part(names, 'date', record.date);
  part(element, 'body', record.body);
  if (record.image) {
    part(element, 'photo').style.height = photoHeight(record.image, width);
  }
  part(element, 'actions');
  part(element, 'separator');
  return element;
}
