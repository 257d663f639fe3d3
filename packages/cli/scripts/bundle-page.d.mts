/** The script of the page as one classic script. It can stand in a script element: `</` is nowhere in it. */
export function bundlePage(): Promise<string>
