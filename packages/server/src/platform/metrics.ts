import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Metrics of a running server. Labels are operations, codes and kinds, never the name or id of a company, a machine or
 * a person.
 */
export interface Metrics {
  /** Returns the metrics as text in the format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  requestTook(operation: string, method: string, status: number, seconds: number): void
  /** Registers a gauge `millwatch_<name>`; `read` gives its value whenever the metrics are requested. */
  gauge(name: string, help: string, read: () => number): void
  /**
   * Registers a gauge `millwatch_<name>` with one label; `read` gives the values by label whenever the metrics are requested. A
   * label value that is missing from a reading is not shown.
   */
  gauges(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void
  counter(name: string, help: string): { add(count: number): void }
  /** Registers a counter with one label; `add` increases it for a value of the label. */
  counters(name: string, help: string, label: string): { add(count: number, value: string): void }
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'millwatch_' })
  const requests = new Histogram({
    name: 'millwatch_http_request_seconds',
    help: 'Time to answer, by operation',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    requestTook(operation, method, status, seconds) {
      requests.observe({ operation, method, status: String(status) }, seconds)
    },
    gauge(name, help, read) {
      new Gauge({
        name: `millwatch_${name}`,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    gauges(name, help, label, read) {
      new Gauge({
        name: `millwatch_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          // A value of the label that is gone must not keep its last number.
          this.reset()
          for (const [value, number] of read()) this.set({ [label]: value }, number)
        },
      })
    },
    counters(name, help, label) {
      const counter = new Counter({ name: `millwatch_${name}`, help, labelNames: [label], registers: [registry] })
      return { add: (count, value) => counter.inc({ [label]: value }, count) }
    },
    counter(name, help) {
      const counter = new Counter({ name: `millwatch_${name}`, help, registers: [registry] })
      return { add: (count) => counter.inc(count) }
    },
  }
}
