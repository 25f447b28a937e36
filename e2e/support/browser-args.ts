/** Chromium refuses its sandbox to root; the rest keeps it from talking to anyone but the product. */
export const browserArgs: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]
