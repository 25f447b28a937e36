import type { Database } from '../../platform/db/index.ts'
import { notify } from '../../platform/db/notify.ts'

/** Name of the PostgreSQL channel on which all servers get the request to make their open pages reload. */
export const REFRESH_CHANNEL = 'refresh'

/** Makes every open page of the installation, on all servers, reload after a random delay of 1 to 120 s. */
export const askRefresh = (database: Database): Promise<void> =>
  database.inDirectory((tx) => notify(tx, REFRESH_CHANNEL, ['all']))
