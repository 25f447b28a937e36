/**
 * The content security policy allows only elements with this response's nonce. Libraries create `<style>` elements,
 * some of them without a nonce, so every one created from here on gets it. Import this file first.
 */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** Nonce of this page; undefined in development, where the server sends none. */
export const nonce: string | undefined = meta?.nonce || undefined

if (nonce !== undefined) {
  const createElement = document.createElement
  document.createElement = function (this: Document, name: string, options?: ElementCreationOptions): HTMLElement {
    const element = createElement.call(this, name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  } as typeof document.createElement
}
