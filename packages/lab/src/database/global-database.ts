import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'
import { createTemplate } from './database.ts'

/** Starts one database server with one migrated template for the whole run, as Vitest's global set-up. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const template = await createTemplate(cluster.url)
  project.provide('database', { url: cluster.url, template: template.name })
  return async () => {
    await template.drop()
    await cluster.stop()
  }
}
