import type { Answer, Body } from '@millwatch/contract/endpoint'
import { checkSetup, createSetup } from '@millwatch/contract/http/company-setup'
import { call } from '../../lib/api.ts'

/**
 * Checks the set-up code that the server printed at its start. Throws an error if `code` is another one, or if there is a company
 * already.
 */
export const checkCode = async (code: string): Promise<void> => {
  await call(checkSetup, { body: { code } })
}

export type FirstCompany = Omit<Body<typeof createSetup>, 'cookie'>
export type Made = Answer<typeof createSetup>

/**
 * Creates the first company with its superuser and a first machine with a device, signs the browser in as that superuser, and
 * returns the answer. Throws an error if there is a company already.
 */
export const setUp = (wanted: FirstCompany): Promise<Made> => call(createSetup, { body: { ...wanted, cookie: true } })
