import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@millwatch/server/platform/db/embedded/embedded'
import { takeInstanceLock } from '@millwatch/server/platform/db/embedded/instance-lock'
import { silentLogger } from '@millwatch/server/platform/logger'

export interface TestCluster {
  /** URL of the owner for a database from which further databases can be created. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Returns the database server of the tests: the one named by DATABASE_URL, which `stop` leaves running, else an embedded one
 * started in a temporary folder, which `stop` removes. The embedded one does not wait for the disk, so tests that cut the power
 * must start their own.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'millwatch-test-'))
  // When root runs the tests, the server runs as another user.
  chmodSync(folder, 0o711)
  const lock = await takeInstanceLock(join(folder, 'data'))
  const embedded = await startEmbedded({
    folder: join(folder, 'data'),
    logger: silentLogger,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      lock.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
