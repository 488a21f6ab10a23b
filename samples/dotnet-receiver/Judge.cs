using System.Text.Json;

namespace DotnetReceiver;

/// <summary>A record as the service sends it.</summary>
public sealed record SentRecord(int Index, Dictionary<string, JsonElement>? New);

/// <summary>The members of a call that this receiver uses.</summary>
public sealed record Call(string EventId, string EntityName, SentRecord[] Records);

public sealed record Refusal(int Index, string FieldName, string Message);

public sealed record SetFields(int Index, Dictionary<string, object> Fields);

/// <summary>The answer: both members are required.</summary>
public sealed record Judgement(IReadOnlyList<Refusal> Refusals, IReadOnlyList<SetFields> Set);

/// <summary>The rules of this receiver.</summary>
public static class Judge
{
    private const decimal MaxWeight = 30;

    /// <summary>Refuses heavy records, and labels those without a label.</summary>
    public static Judgement Records(Call call)
    {
        var refusals = new List<Refusal>();
        var set = new List<SetFields>();
        foreach (var (index, fields) in call.Records)
        {
            if (WeightOf(fields) > MaxWeight)
                refusals.Add(new Refusal(index, "Weight", $"A parcel weighs at most {MaxWeight} kg."));
            else if (fields is not null && fields["Label"].ValueKind == JsonValueKind.Null)
                set.Add(new SetFields(index, new() { ["Label"] = "NEW" }));
        }
        return new Judgement(refusals, set);
    }

    private static decimal WeightOf(Dictionary<string, JsonElement>? fields) =>
        fields is not null && fields["Weight"] is { ValueKind: JsonValueKind.Number } weight ? weight.GetDecimal() : 0;
}
