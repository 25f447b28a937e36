/**
 * Words that an attacker tries first: common words, names and places. We wrote the list from general knowledge; no published
 * list is copied. Passwords made of these words with digits, signs, repetition or digits for letters are guessed as easily.
 */
const words = `
  password passwort passwd pass parola contrasena motdepasse wachtwoord senha heslo haslo salasana lozinka
  admin administrator root superuser user guest operator manager support service system default test testing demo temp changeme
  letmein welcome willkommen bienvenue hello hallo login logon access enter open secret private secure security master
  iloveyou loveyou lovely sunshine princess princesa queen king angel flower butterfly rainbow summer winter spring autumn
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday sommer herbst fruehling montag dienstag mittwoch donnerstag freitag
  dragon monkey tiger lion eagle falcon shadow panther wolf bear dolphin kitten puppy chicken turtle unicorn phoenix
  football baseball basketball soccer hockey tennis golf cricket rugby boxing racing runner skater surfer
  superman batman spiderman ironman starwars startrek pokemon pikachu minecraft fortnite matrix avatar gandalf hobbit merlin
  computer internet server network laptop keyboard windows linux android google facebook youtube instagram twitter microsoft
  samsung apple amazon nintendo playstation xbox nokia yamaha honda toyota ferrari porsche mercedes corvette mustang camaro
  factory machine machines maschine fabrik werkstatt workshop plant production produktion company firma business office
  michael daniel thomas robert william james john david george charlie joseph andrew matthew anthony joshua jordan taylor
  alexander alexandra nicole jessica jennifer michelle amanda ashley samantha sarah laura maria anna julia sophie emma olivia
  hannah elizabeth victoria natasha vladimir sergey ivan peter martin stefan andreas markus christian patrick richard
  maggie ginger buster bailey cookie peanut pepper oliver charlotte hunter ranger harley cooper rocky buddy lucky
  london paris berlin vienna zurich madrid barcelona liverpool chelsea arsenal manchester newyork chicago dallas texas boston
  california america canada mexico brazil germany deutschland france england scotland ireland australia india russia
  chocolate cheese coffee banana orange cherry strawberry pumpkin butter sugar honey whiskey cocacola pizza
  freedom forever whatever nothing trustno trustnoone blink metallica nirvana thunder lightning silver golden diamond crystal
  mother father family brother sister friends friend baby daddy mommy love sweetheart darling
  correcthorsebatterystaple thequickbrownfox mypassword yourpassword newpassword oldpassword thisismypassword nopassword
  ninja killer hacker soldier warrior knight wizard pirate cowboy samurai hello world helloworld abcabc
`
const guesses: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

/** Rows of keyboards and of the alphabet, in both directions: a password that follows them is guessed easily. */
const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789'.repeat(4),
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((row) => [row, [...row].reverse().join('')])

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Returns true when a password is easy to guess: two common words, or one once or several times, also with digits or signs around
 * them or digits for letters; pieces of rows of the keyboard or alphabet; or up to four characters repeated.
 */
export function isGuessedFirst(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = undressed(lower)
  return [lower, bare, unmasked(lower), unmasked(bare)].some(isKnown) || isWalk(lower)
}

/** Replaces digits and signs by the letters that they look like: `p4ss` becomes `pass`. */
const unmasked = (text: string): string => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)

/** Removes all characters before the first letter and after the last letter; a text without letters becomes empty. */
const undressed = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/**
 * Returns true for a word of the list, a word of the list several times in a row, two of them in a row, or up to four characters
 * repeated at least to three times their length.
 */
function isKnown(text: string): boolean {
  return guesses.has(text) || isRepeated(text) || isMadeOf(text, 0)
}

const LONGEST_UNIT = 4

function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= LONGEST_UNIT && unit * 3 <= text.length; unit++) {
    const again = text.slice(0, unit).repeat(Math.ceil(text.length / unit))
    if (again.startsWith(text)) return true
  }
  return false
}

/**
 * Returns true when the text is one guess written once or more, or two guesses, the second also with digits and signs around it.
 */
function isMadeOf(text: string, depth: number): boolean {
  for (let at = 3; at <= text.length; at++) {
    if (!guesses.has(text.slice(0, at))) continue
    const rest = text.slice(at)
    if (rest === '' || rest.replaceAll(text.slice(0, at), '') === '') return true
    if (depth === 0 && guesses.has(undressed(rest))) return true
  }
  return false
}

const SHORTEST_STEP = 4

/** Returns true when the text can be cut into pieces of keyboard walks of at least four characters each. */
function isWalk(text: string): boolean {
  let at = 0
  while (at < text.length) {
    let length = 0
    for (const walk of walks) {
      let here = SHORTEST_STEP
      while (at + here <= text.length && walk.includes(text.slice(at, at + here))) here++
      length = Math.max(length, here - 1)
    }
    if (length < SHORTEST_STEP) return false
    at += length
  }
  return true
}
