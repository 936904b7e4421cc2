/**
 * A thing that users of a vendor do, as a person says it, with the actions that do it. The list of a vendor was written from its own guides
 * and from what other collections of actions name, before its actions were, and is never changed to suit the index.
 */
export type VendorThing = readonly [phrase: string, ...right: string[]]
