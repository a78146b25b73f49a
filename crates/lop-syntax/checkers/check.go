// Answers for Go: a program is valid if the type checker has no complaints.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
)

func main() {
	packages := importer.ForCompiler(token.NewFileSet(), "source", nil)
	questions := bufio.NewScanner(os.Stdin)
	for questions.Scan() {
		if isValid(questions.Text(), packages) {
			fmt.Println("ok")
		} else {
			fmt.Println("no")
		}
	}
}

func isValid(path string, packages types.Importer) bool {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	config := types.Config{Importer: packages}
	_, err = config.Check(file.Name.Name, files, []*ast.File{file}, nil)
	return err == nil
}
