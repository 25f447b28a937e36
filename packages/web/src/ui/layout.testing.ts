import { vi } from 'vitest'

/** Never reports a size: without a layout nothing has one. */
class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Gives the document of a test what parts of a page need that measure themselves; all sizes stay unknown. */
export function stubLayout(): void {
  vi.stubGlobal('ResizeObserver', NoSizes)
}
