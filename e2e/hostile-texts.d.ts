/** A text that is built to be hard on whoever reads it. */
export interface HostileText {
    readonly name: string;
    readonly text: string;
}
/** Some 400 texts. */
export declare const hostileTexts: readonly HostileText[];
/**
 * Those that were found, and of the others one of so many; `npm run fuzz` takes all of them. The shapes of a part stand
 * side by side, and `share` must not be a multiple of their number, so that every shape has its turn.
 */
export declare const someHostileTexts: (share: number) => readonly HostileText[];
