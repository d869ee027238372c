/**
 * Delays every blur that a press causes until the press has ended. Otherwise an error that appears or disappears would
 * move the pressed element, and the browser would send no click. @returns a function that removes the listeners
 */
export function blurAfterPress(): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let isDown = false;
  const note = ({ type }: MouseEvent) => {
    isDown = type === 'mousedown';
  };
  const hold = async (event: FocusEvent) => {
    if (!isDown) return;
    event.stopPropagation();
    do await new Promise(requestAnimationFrame);
    while (isDown && document.documentElement.matches(':active'));
    // a press that opens a list or drags a link ends without mouseup
    isDown = false;
    event.target?.dispatchEvent(event);
  };
  window.addEventListener('mousedown', note, options);
  window.addEventListener('mouseup', note, options);
  window.addEventListener('focusout', hold, options);
  return () => listening.abort();
}
