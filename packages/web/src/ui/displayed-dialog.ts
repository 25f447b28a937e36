/**
 * Returns the element around the uppermost displayed dialog; undefined without one. A dialog that is rendered ahead is
 * there, but not displayed.
 */
export const displayedDialog = (): Element | undefined =>
  [...document.querySelectorAll('.shade')].findLast((shade) => getComputedStyle(shade).display !== 'none')
