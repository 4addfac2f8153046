/** Thrown for an unreadable file. The message is a sentence for the person who chose the file. */
export class Unreadable extends Error {}
