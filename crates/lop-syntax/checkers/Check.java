// Answers for Java: a program is valid if javac has no errors.

import com.sun.source.util.JavacTask;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class Check {
    static final List<String> OPTIONS = List.of("-proc:none", "-Xlint:none", "-implicit:none", "-nowarn");

    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        for (String path = questions.readLine(); path != null; path = questions.readLine()) {
            System.out.println(isValid(compiler, files, path) ? "ok" : "no");
            System.out.flush();
        }
    }

    static boolean isValid(JavaCompiler compiler, StandardJavaFileManager files, String path) {
        AtomicBoolean hasError = new AtomicBoolean();
        try {
            Iterable<? extends JavaFileObject> sources = files.getJavaFileObjects(path);
            JavacTask task = (JavacTask) compiler.getTask(null, files, found -> {
                if (found.getKind() == Diagnostic.Kind.ERROR) {
                    hasError.set(true);
                }
            }, OPTIONS, null, sources);
            task.analyze();
            return !hasError.get();
        } catch (IOException | RuntimeException | Error error) {
            return false;
        }
    }
}
