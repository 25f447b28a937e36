/** Files of `packages/web/src` with forms that do not keep their entries with `useForm`, with the reason. At most six. */
export const formsWithoutKit: Readonly<Record<string, string>> = {
  'features/audit/audit-filters.tsx': 'is never submitted: each filter applies at once and stands in the address',
  'pages/first-run/first-run-page.tsx': 'has its form from use-first-run, one form in three steps',
  'pages/sign-in/company-choice.tsx': 'is loaded before anything else, and without the kit',
  'pages/sign-in/password-form.tsx': 'is loaded before anything else, and without the kit',
  'pages/sign-in/request-form.tsx': 'is loaded before anything else, and without the kit',
  'shell/scope-bar/dates-choice.tsx': 'makes no call: it sets the period of the page',
}
