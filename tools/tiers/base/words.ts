/** Contract files and web features that have the name of no server module, with the reason. At most five. */
export const namedOtherwise: Readonly<Record<string, string>> = {
  health: 'about the process, which platform/http answers for itself',
  mail: 'about the mail of the platform, which serves every module',
  verifications: 'about the stored data of all modules, which the verify folder checks',
  release: 'about the program in the browser, which no call answers',
}
