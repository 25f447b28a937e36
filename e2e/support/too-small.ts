import type { Page } from '@playwright/test'

/**
 * Returns a line for each text under 20 px and each target under 56 px (width or height) inside the elements of a selector, as
 * the browser draws them; empty if there are none. The target of a checkbox is its label. Hidden elements are left out.
 */
export const tooSmall = (page: Page, inside: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const zoomOf = (element: Element): number => (element as Element & { currentCSSZoom: number }).currentCSSZoom
    // What only a screen reader finds has 1 px.
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('.sr-only') === null &&
      element.getBoundingClientRect().width > 2
    const all = [...document.querySelectorAll(`${selector} *`)].filter(isSeen)
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    const texts = all.filter(hasText).flatMap((element) => {
      const px = Number.parseFloat(getComputedStyle(element).fontSize) * zoomOf(element)
      return px < 19.99 ? [`${element.textContent}: ${px} px`] : []
    })
    const targets = all
      .filter((element) => element.matches('button, a, input, textarea, [role=option]'))
      .map((element) => (element.matches('[type=checkbox]') ? (element.closest('label') ?? element) : element))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        return Math.min(width, height) < 55.9 ? [`${element.outerHTML.slice(0, 200)}: ${width} x ${height}`] : []
      })
    return [...texts, ...targets]
  }, inside)
