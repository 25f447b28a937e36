import type { Database } from '../../platform/db/index.ts'
import { notify } from '../../platform/db/notify.ts'

/** PostgreSQL channel that tells every server to reload all open pages. */
export const REFRESH_CHANNEL = 'refresh'

/** Makes every open page of the installation reload, each after a random delay of 1 to 120 s. */
export const askRefresh = (database: Database): Promise<void> =>
  database.inDirectory((tx) => notify(tx, REFRESH_CHANNEL, ['all']))
