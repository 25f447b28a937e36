const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns a UUID in its canonical spelling (lower case, with dashes), or null when the text is none. Accepts `{...}`,
 * `urn:uuid:...` and spaces.
 */
export function normalUuid(text: string): string | null {
  const bare = text
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1')
  return shape.test(bare) ? bare : null
}
