/** Pinch, wheel and drag on a board, in pixels of the screen. */

export interface ZoomGestures {
  readonly zoom: (factor: number, x: number, y: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  /** Whether only a part is shown, so that it can be dragged. */
  readonly close: boolean;
}

const DRAG = 8;

/** An attachment for the element that is zoomed. */
export function attachZoom(gestures: ZoomGestures) {
  return (element: Element): (() => void) => {
    const fingers = new Map<number, PointerEvent>();
    let dragged = 0;

    function down(event: PointerEvent) {
      fingers.set(event.pointerId, event);
      dragged = 0;
    }

    function move(event: PointerEvent) {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const others = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
      const [other] = others;
      if (other) pinch(before, event, other);
      else if (gestures.close) {
        const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
        dragged += Math.hypot(dx, dy);
        if (dragged > DRAG) gestures.pan(dx, dy);
      }
      fingers.set(event.pointerId, event);
    }

    function pinch(before: PointerEvent, now: PointerEvent, other: PointerEvent) {
      const apart = (one: PointerEvent) =>
        Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      dragged = DRAG + 1;
      const [x, y] = [(now.clientX + other.clientX) / 2, (now.clientY + other.clientY) / 2];
      if (apart(before) > 0) gestures.zoom(apart(now) / apart(before), x, y);
    }

    function up(event: PointerEvent) {
      fingers.delete(event.pointerId);
    }

    /** Ignore the click that browsers send at the end of a drag. */
    function swallow(event: Event) {
      if (dragged > DRAG) event.stopPropagation();
      dragged = 0;
    }

    function wheel(event: WheelEvent) {
      if (!event.ctrlKey) return;
      event.preventDefault();
      gestures.zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    }

    const stop = new AbortController();
    const { signal } = stop;
    const on = (name: string, listener: (event: never) => void, options = {}) =>
      element.addEventListener(name, listener as EventListener, { signal, ...options });
    on("pointerdown", down);
    on("pointermove", move);
    on("pointerup", up);
    on("pointercancel", up);
    on("pointerleave", up);
    on("click", swallow, { capture: true });
    on("wheel", wheel, { passive: false });
    return () => stop.abort();
  };
}
