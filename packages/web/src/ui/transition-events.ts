/**
 * Stops the events of the starts of CSS transitions, so that no listener of the page gets them. The component library notes the
 * element of each, to wait with the focus until the transition ends, and never forgets an element that is removed while several
 * of its properties are changing. The whole dialog around it would then stay in memory.
 */
export function withholdTransitionStarts(): void {
  addEventListener('transitionrun', (event) => event.stopImmediatePropagation(), { capture: true })
}
