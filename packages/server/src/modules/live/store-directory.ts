import type { Database } from '../../platform/db/index.ts'
import { notify } from '../../platform/db/notify.ts'

/** PostgreSQL channel that asks every server to have all open pages reloaded. */
export const REFRESH_CHANNEL = 'refresh'

/** Asks every open page of the installation, over all servers, to reload after a random delay of 1 to 120 s. */
export const askRefresh = (database: Database): Promise<void> =>
  database.inDirectory((tx) => notify(tx, REFRESH_CHANNEL, ['all']))
