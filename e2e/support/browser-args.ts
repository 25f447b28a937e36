/**
 * Arguments for Chromium. It has no sandbox for root; the other arguments stop connections to other servers than the product.
 */
export const browserArgs: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]
