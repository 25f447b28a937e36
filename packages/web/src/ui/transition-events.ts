/**
 * Keeps the starts of CSS transitions from all listeners of the page. The component library notes the element of each, to wait with
 * the focus until it ends, and never forgets one that is removed while several of its properties are changing: with it, the
 * whole dialog around a button that was tapped stays in memory. Nothing that takes the focus here moves by a transition.
 */
export function withholdTransitionStarts(): void {
  addEventListener('transitionrun', (event) => event.stopImmediatePropagation(), { capture: true })
}
