import type { Page } from '@playwright/test'

interface TraceEvent {
  readonly name: string
  readonly args: { readonly elementCount?: number }
}

/**
 * Performs `act` and waits for two frames. Returns the largest number of elements whose styles the browser worked out in one
 * step meanwhile.
 */
export async function mostRestyled(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const counts: number[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    const events = value as unknown as readonly TraceEvent[]
    for (const { name, args } of events) if (name === 'UpdateLayoutTree') counts.push(args.elementCount ?? 0)
  })
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await act()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await session.send('Tracing.end')
  await done
  await session.detach()
  return Math.max(...counts)
}
