/** An unreadable file; the message is a sentence for the person who chose it. */
export class Unreadable extends Error {}
