// Command framework serves project folders, generates their files and explains
// their routes.
package main
