const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns a UUID in lower case with dashes, or null when the text is not a UUID. Braces around it, `urn:uuid:` before it, and
 * spaces are ignored; a UUID without dashes gives null.
 */
export function normalUuid(text: string): string | null {
  const bare = text
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1')
  return shape.test(bare) ? bare : null
}
