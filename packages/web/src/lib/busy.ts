import { SharedValue, useSharedPart } from './shared-value.ts'

/** Number of calls in progress. */
const underWay = new SharedValue(0)

const change = (by: 1 | -1): void => underWay.set(underWay.get() + by)

/** Returns the result of `work`, and makes `useIsBusy` return true until that is settled. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

/** Returns true while any call of this page to the server is in progress. */
export const useIsBusy = (): boolean => useSharedPart(underWay, (calls) => calls > 0)
