import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'
import { createTemplate } from './database.ts'

/** Vitest's global set-up: one server and one migrated template for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const template = await createTemplate(cluster.url)
  project.provide('database', { url: cluster.url, template: template.name })
  return async () => {
    await template.drop()
    await cluster.stop()
  }
}
