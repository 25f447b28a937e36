import { wordsOfSetup } from './input-words.ts'
import { type SetupDraft, setupOfDraft } from './setup-draft.ts'

/** What a set-up that is being chosen means, in words. */
export function SetupWords({ draft }: { draft: SetupDraft }) {
  const setup = setupOfDraft(draft)
  return (
    setup !== null && (
      <p className="device-setup" role="status">
        {wordsOfSetup(setup)}
      </p>
    )
  )
}

/** The same as the device gets it. */
export function SetupJson({ draft }: { draft: SetupDraft }) {
  const setup = setupOfDraft(draft)
  return (
    setup !== null && (
      <details className="device-json">
        <summary>As JSON</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre tabIndex={0}>{JSON.stringify(setup, null, 2)}</pre>
      </details>
    )
  )
}
