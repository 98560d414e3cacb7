// Package migrate runs versioned migrations: files of SQL that people can read and
// edit, in the order of their names, with a journal in the database.
//
// Which tables the models needed after a file is noted in the file itself, as the
// difference to the files before it. So the next file is planned from files and models
// alone, without a database; deleting a file that was not applied takes its note away,
// and the notes of two branches add up when these are merged.
package migrate
