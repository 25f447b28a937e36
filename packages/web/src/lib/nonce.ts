/**
 * The content policy lets in only what bears this response's nonce. Libraries make `<style>` elements of their own,
 * some without asking; so every one created from here on gets it. Import this file first.
 */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** The nonce of this page, or undefined where the server sends none (development). */
export const nonce: string | undefined = meta?.nonce || undefined

if (nonce !== undefined) {
  const createElement = document.createElement
  document.createElement = function (this: Document, name: string, options?: ElementCreationOptions): HTMLElement {
    const element = createElement.call(this, name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  } as typeof document.createElement
}
