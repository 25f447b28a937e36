import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'
import { createTemplate } from './database.ts'

/**
 * Starts a database server with one migrated template for the whole test run, as the global set-up of Vitest. Returns the
 * function that drops the template and stops the server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const template = await createTemplate(cluster.url)
  project.provide('database', { url: cluster.url, template: template.name })
  return async () => {
    await template.drop()
    await cluster.stop()
  }
}
