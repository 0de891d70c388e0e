/** The message of a start that failed. */
interface StartFailure {
  /** One clear sentence. */
  readonly sentence: string
  readonly advice: string
}

/**
 * The fault of the profile, and how to fix it. `why` is a sentence about it, `code` that of its `Problem`; without a
 * code the folder itself cannot be used.
 */
export function startFailure(code: unknown, why: string, profile: string): StartFailure {
  switch (code) {
    case 'invalid-input':
      return {
        sentence: 'Stet cannot connect to the service that it was started for.',
        advice: `${why} Nothing was changed. Quit, and start Stet with another address.`,
      }
    case 'not-allowed':
      return {
        sentence: 'The file in the place of your library is not your library.',
        advice: `${why} Nothing was changed.`,
      }
    case 'newer-version':
      return {
        sentence: 'A newer version of Stet wrote your library.',
        advice: `${why} Nothing was changed. Install the newest version of Stet, then try again. Until then every text can be read here, and saved as a file.`,
      }
    case 'storage-full':
      return {
        sentence: 'The disk that holds your library is full.',
        advice: `${why} Nothing was changed. Make room, then try again.`,
      }
    case 'storage-unfit':
      return {
        sentence: 'Your library cannot be kept on this disk.',
        advice: `${why} No text was changed. Keep the folder ${profile} on a disk of this computer: quit, set STET_PROFILE to a folder there, and start Stet again.`,
      }
    default:
      return {
        sentence: 'Stet cannot use the folder where it keeps your texts.',
        advice: `${why} Nothing was changed. Make the folder ${profile} readable and writable, then try again.`,
      }
  }
}
