// A process that sends messages of 1 MiB of junk as fast as it can. Arguments: URL, uuid, key, count. It prints the counts of
// the answers.
import { MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'

const AT_ONCE = 4
const [url = '', uuid = '', key = '', count = '0'] = process.argv.slice(2)
const answers = { taken: 0, refused: 0, others: 0 }
let next = 0

/** Returns an envelope of the greatest allowed size, valid JSON, with a single event that no server can read. */
function junk(id: number): string {
  const head = `{"batch_id":"junk-${id}","events":["`
  return `${head}${'x'.repeat(MAX_MESSAGE_BYTES - head.length - 3)}"]}`
}

async function send(): Promise<void> {
  for (let i = next++; i < Number(count); i = next++) {
    const headers = { authorization: `Device ${uuid}:${key}` }
    try {
      const answer = await fetch(`${url}/v0/ingest`, { method: 'POST', headers, body: junk(i) })
      const text = await answer.text()
      if (answer.status === 200) answers.taken += 1
      else if (answer.status === 429 && text.includes('device_too_many_bytes')) answers.refused += 1
      else answers.others += 1
    } catch {
      answers.others += 1
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, send))
process.stdout.write(JSON.stringify(answers))
