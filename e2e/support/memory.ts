import type { Page } from '@playwright/test'

/** Returns the number of elements that are in memory but not in the document, after a collection of garbage. */
export async function detachedElements(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const { result: prototype } = await session.send('Runtime.evaluate', { expression: 'Element.prototype' })
  // This collects garbage first. It also finds prototypes.
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () {
      return this.filter((element) => !Object.hasOwn(element, 'constructor') && !element.isConnected).length
    }`,
    returnByValue: true,
  })
  await session.detach()
  return Number(result.value)
}
