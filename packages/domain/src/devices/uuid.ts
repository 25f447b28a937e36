const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A uuid in its one spelling (lower case, with dashes); null for what is none. Reads `{...}`, `urn:uuid:...`, and spaces. */
export function normalUuid(text: string): string | null {
  const bare = text
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1')
  return shape.test(bare) ? bare : null
}
