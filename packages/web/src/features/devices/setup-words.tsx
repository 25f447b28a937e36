import { wordsOfSetup } from './input-words.ts'
import { type SetupDraft, setupOfDraft } from './setup-draft.ts'

/** Text with the set-up of a draft in sentences; nothing while the draft is incomplete. */
export function SetupWords({ draft }: { draft: SetupDraft }) {
  const setup = setupOfDraft(draft)
  return (
    setup !== null && (
      <p className="any-break callout device-setup" role="status">
        {wordsOfSetup(setup)}
      </p>
    )
  )
}

/**
 * Fold, closed at first, with the set-up of a draft as JSON, as the device receives it; nothing while the draft is incomplete.
 */
export function SetupJson({ draft }: { draft: SetupDraft }) {
  const setup = setupOfDraft(draft)
  return (
    setup !== null && (
      <details>
        <summary>As JSON</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre className="scroll-box below" tabIndex={0}>
          {JSON.stringify(setup, null, 2)}
        </pre>
      </details>
    )
  )
}
